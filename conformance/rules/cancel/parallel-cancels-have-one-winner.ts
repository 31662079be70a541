import { expect } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "parallel-cancels-have-one-winner",
  requirements: ["R83", "R48"],
  sentence: "The booking and its tickets are cancelled.",
  needs: ["cancellable"],
  cancels: true,
  async check({ account, take }) {
    const { booking } = await take("cancellable");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => account.cancel({ booking })),
    );
    const statuses = answers.map(({ answer }) => answer.status);
    const won = statuses.filter((status) => status === 200).length;
    expect(won === 1, `of 20 cancels at once, ${won} were answered 200`);
    const others = statuses.filter((status) => status !== 200 && status !== 400);
    expect(others.length === 0, `of 20 cancels at once, some were answered ${others.join(", ")}`);
  },
};
