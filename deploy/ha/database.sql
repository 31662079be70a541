-- Once, on the primary, as the superuser: the service's own user and its empty database.
create role booking login password 'change-me-4';
create database booking owner booking encoding 'UTF8' template template0;
