import { Link } from "@tanstack/react-router";
import { Empty } from "../kit/states.tsx";

export function NotFoundPage() {
  return (
    <Empty title="There is no such page">
      <Link to="/">To the overview</Link>
    </Empty>
  );
}
