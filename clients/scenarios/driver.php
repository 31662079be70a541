<?php

// Makes the calls of a scenario that stand in standard input, a JSON object a line, and prints what each gives.
declare(strict_types=1);

foreach (['errors', 'TokenFile', 'Transport', 'BookingClient', 'Webhook'] as $file) {
    require __DIR__ . "/../php/src/$file.php";
}
use BookingService\BookingClient;
use BookingService\BookingError;
use BookingService\Webhook;
use BookingService\WebhookError;

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
        } elseif ($step['call'] === 'cancellable') {
            $page = $client->listBookings($step['external_id'], cancellable: $step['asked'] ?? true);
            // An empty array would be a list of JSON.
            $reasons = $page['cancellable'];
            $gave = ['reasons' => $reasons === null ? null : (object) $reasons];
        } elseif ($step['call'] === 'webhook') {
            $event = Webhook::verify($step['body'], $step['headers'], $step['secret'], now: $step['now']);
            $gave = ['id' => $event['id'], 'type' => $event['type']];
        } elseif ($step['call'] === 'all') {
            $gave = ['bookings' => count(iterator_to_array($client->bookings($step['external_id']), false))];
        } else {
            $gave = ['outcome' => $client->cancelBooking($step['booking'], $step['external_id'])['outcome']];
        }
    } catch (BookingError | WebhookError $error) {
        $gave = ['error' => (new ReflectionClass($error))->getShortName()];
    }
    echo json_encode($gave), "\n";
}
