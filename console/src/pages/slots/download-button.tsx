import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";

/** Offers a text as a file to download. */
export function DownloadButton({
  name,
  type,
  text,
  children,
}: {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <Button
      onClick={() => {
        const address = URL.createObjectURL(new Blob([text], { type }));
        const link = document.createElement("a");
        link.href = address;
        link.download = name;
        link.click();
        URL.revokeObjectURL(address);
      }}
    >
      {children}
    </Button>
  );
}
