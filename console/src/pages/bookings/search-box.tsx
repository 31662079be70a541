import { useState } from "react";
import { t } from "../../language/t.ts";
import { Button } from "../../kit/button.tsx";
import { TextField } from "../../kit/field.tsx";

/** One search box for names and every kind of id. */
export function SearchBox({
  label,
  initial,
  onSearch,
}: {
  readonly label: string;
  readonly initial: string;
  readonly onSearch: (typed: string) => void;
}) {
  const [typed, setTyped] = useState(initial);
  return (
    <form
      className="search-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <TextField
        label={label}
        value={typed}
        maxLength={512}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit">{t("Find")}</Button>
    </form>
  );
}
