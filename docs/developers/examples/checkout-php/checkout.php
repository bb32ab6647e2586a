<?php
// A web shop that takes vouchers: hold at checkout, capture when it ships, release when the order is cancelled.
declare(strict_types=1);

final class Refused extends RuntimeException
{
    public function __construct(public readonly string $refusal, string $sentence)
    {
        parent::__construct($sentence);
    }
}

/** One call of the merchant API. Without an answer it is repeated with the same key, which has one effect only. */
function zawadi(string $path, array $body, string $key): array
{
    $options = ['http' => [
        'method' => 'POST',
        'header' => [
            'Authorization: Basic ' . base64_encode(getenv('ZAWADI_API_KEY') . ':' . getenv('ZAWADI_API_SECRET')),
            'Content-Type: application/json',
            "Idempotency-Key: $key",
        ],
        // An object, also when there is nothing in it.
        'content' => json_encode((object) $body),
        'ignore_errors' => true,
        'timeout' => 10,
    ]];
    for ($try = 1; $try <= 4; $try++) {
        $text = @file_get_contents(getenv('ZAWADI_URL') . $path, false, stream_context_create($options));
        $status = (int) (explode(' ', $http_response_header[0] ?? '')[1] ?? 0);
        if ($text !== false && $status !== 429 && $status > 0 && $status < 500) {
            $answer = json_decode($text, true, flags: JSON_THROW_ON_ERROR);
            return $status < 400 ? $answer : throw new Refused($answer['code'], $answer['detail']);
        }
        sleep($try);
    }
    throw new RuntimeException('The outcome is not known: repeat it later with the same key.');
}

/** Your database: the state of each order, and the events that were handled. */
function change(callable $work): mixed
{
    $file = fopen(getenv('ORDERS_FILE'), 'c+');
    flock($file, LOCK_EX);
    $books = json_decode(stream_get_contents($file) ?: '{"orders":{},"handled":{}}', true);
    $result = $work($books);
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, json_encode(['orders' => (object) $books['orders'], 'handled' => (object) $books['handled']]));
    fclose($file);
    return $result;
}

function orderOf(string $order): ?array
{
    return change(fn (array &$books) => $books['orders'][$order] ?? null);
}

function keep(string $order, array $state): array
{
    return change(function (array &$books) use ($order, $state) {
        return $books['orders'][$order] = $state;
    });
}

/** The customer has pressed Pay: the voucher is reserved, nothing is taken yet. */
function checkOut(string $order, string $code, int $amount): array
{
    $body = ['amount' => $amount, 'reference' => $order, 'expires_in_minutes' => 3 * 24 * 60];
    $hold = zawadi('/vouchers/' . rawurlencode($code) . '/hold', $body, "$order-hold");
    return keep($order, ['holdId' => $hold['id'], 'state' => 'reserved', 'paid' => 0]);
}

/** The parcel is on its way: take what was sent. What is not taken goes back to the customer. */
function ship(string $order, ?int $amount): array
{
    $holdId = orderOf($order)['holdId'];
    $hold = zawadi("/holds/$holdId/capture", ['amount' => $amount ?? 'all'], "$order-capture");
    return keep($order, ['holdId' => $holdId, 'state' => 'paid', 'paid' => $hold['captured_amount']]);
}

/** The order will not be sent: all of it goes back at once. */
function cancel(string $order): array
{
    $holdId = orderOf($order)['holdId'];
    zawadi("/holds/$holdId/release", [], "$order-release");
    return keep($order, ['holdId' => $holdId, 'state' => 'cancelled', 'paid' => 0]);
}

/** Standard Webhooks: HMAC-SHA256 over id, time and body; false for what is not from Zawadi or older than five minutes. */
function isFromZawadi(string $payload): bool
{
    [$id, $time] = [$_SERVER['HTTP_WEBHOOK_ID'] ?? '', $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? ''];
    if (abs(time() - (int) $time) > 300) {
        return false;
    }
    $secret = base64_decode(substr(getenv('ZAWADI_WEBHOOK_SECRET'), strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$payload", $secret, true));
    $given = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    return array_filter($given, fn (string $one) => hash_equals($expected, $one)) !== [];
}

/** What happens without your asking: a hold that you have left to its end is released. */
function takeEvent(string $id, array $event): void
{
    change(function (array &$books) use ($id, $event) {
        if (isset($books['handled'][$id])) {
            return;
        }
        $order = $event['data']['reference'] ?? '';
        $isReleased = $event['type'] === 'voucher.hold_released' && $event['data']['reason'] !== 'remainder';
        if ($isReleased && ($books['orders'][$order]['state'] ?? '') === 'reserved') {
            $books['orders'][$order]['state'] = 'cancelled';
        }
        $books['handled'][$id] = true;
    });
}

function answer(int $status, mixed $body): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body);
}

$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$payload = file_get_contents('php://input');
try {
    if (str_starts_with($path, '/orders/')) {
        answer(200, orderOf(substr($path, 8)));
    } elseif ($path === '/events') {
        $isOurs = isFromZawadi($payload);
        if ($isOurs) {
            takeEvent($_SERVER['HTTP_WEBHOOK_ID'], json_decode($payload, true));
        }
        answer($isOurs ? 200 : 400, (object) []);
    } else {
        $body = json_decode($payload, true);
        answer(200, match ($path) {
            '/checkout' => checkOut($body['order'], $body['code'], $body['amount']),
            '/ship' => ship($body['order'], $body['amount'] ?? null),
            '/cancel' => cancel($body['order']),
        });
    }
} catch (Refused $refused) {
    answer(409, ['code' => $refused->refusal, 'message' => $refused->getMessage()]);
} catch (RuntimeException) {
    answer(502, ['code' => 'try_again']);
}
