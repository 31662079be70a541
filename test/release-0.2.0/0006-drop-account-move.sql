-- oldest program: 0.1.0
--
-- Accounts no longer move between installations: `export` and `import` bring one over, and `copy` a whole
-- installation. `migrate.ts` refuses this migration where a move is open. 0.1.0 never had these tables.
drop table moved_row;

drop table account_move;
