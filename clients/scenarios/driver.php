<?php

// Makes the calls of a scenario that stand in standard input, a JSON object a line, and prints what each gives.
declare(strict_types=1);

foreach (['errors', 'TokenFile', 'Transport', 'BookingClient'] as $file) {
    require __DIR__ . "/../php/src/$file.php";
}
use BookingService\BookingClient;
use BookingService\BookingError;

$client = null;
while (($line = fgets(STDIN)) !== false) {
    $step = json_decode($line, true);
    try {
        if ($step['call'] === 'open') {
            $options = $step['options'];
            $client = new BookingClient(
                $options['base_url'],
                $options['client_id'],
                $options['client_secret'],
                $options['audience'],
            );
            $gave = new stdClass();
        } elseif ($step['call'] === 'list') {
            $page = $client->listBookings($step['external_id'], array_filter(['public_key' => $step['public_key'] ?? '']));
            $gave = ['bookings' => count($page['bookings']), 'total' => $page['total_count']];
        } elseif ($step['call'] === 'all') {
            $gave = ['bookings' => count(iterator_to_array($client->bookings($step['external_id']), false))];
        } else {
            $gave = ['outcome' => $client->cancelBooking($step['booking'], $step['external_id'])['outcome']];
        }
    } catch (BookingError $error) {
        $gave = ['error' => (new ReflectionClass($error))->getShortName()];
    }
    echo json_encode($gave), "\n";
}
