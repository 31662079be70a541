<?php

declare(strict_types=1);

namespace BookingService;

/**
 * Shares an access token between the processes of one machine: a file that only its user reads. A lock lets one process
 * request a token while the others wait for it.
 */
final class TokenFile
{
    public function __construct(private readonly string $path) {}

    /**
     * The shared token, or the one that `$request` brings where there is none or it is `$refused`.
     *
     * @param callable(): array{token: string, renewAt: float} $request
     */
    public function current(?string $refused, callable $request): string
    {
        $file = fopen($this->path, 'c+');
        if ($file === false) {
            throw new RequestError("The token file {$this->path} cannot be opened.");
        }
        try {
            chmod($this->path, 0600);
            flock($file, LOCK_EX);
            $kept = json_decode((string) stream_get_contents($file), true);
            if (is_array($kept) && $kept['token'] !== $refused && $kept['renewAt'] > microtime(true)) {
                return $kept['token'];
            }
            $made = $request();
            ftruncate($file, 0);
            rewind($file);
            fwrite($file, (string) json_encode($made));
            fflush($file);
            return $made['token'];
        } finally {
            fclose($file);
        }
    }
}
