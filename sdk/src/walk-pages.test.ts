import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Booking } from "./booking.ts";
import { bookingIterator, walkPages } from "./walk-pages.ts";

const booking = (id: string) => ({ booking: id }) as Booking;
const names = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `b${String(from + index).padStart(3, "0")}`);

/** A list that tests change while it is walked; it answers as the service does. */
function shelf(ids: string[], pageSize = 10, maxPageSize = Infinity) {
  const asked: number[] = [];
  const state = { ids, asked };
  const walk = walkPages(async (pageNumber, wanted = pageSize) => {
    asked.push(pageNumber);
    const size = Math.min(wanted, maxPageSize);
    const page = state.ids.slice((pageNumber - 1) * size, pageNumber * size);
    return {
      bookings: page.map(booking),
      pageNumber,
      pageSize: size,
      totalCount: state.ids.length,
      cancellable: null,
      requestId: "r",
    };
  });
  return { state, asked, walk };
}

async function collect(
  walk: AsyncIterable<Booking>,
  each?: (id: string) => void,
): Promise<string[]> {
  const seen: string[] = [];
  for await (const { booking } of walk) {
    seen.push(booking);
    each?.(booking);
  }
  return seen;
}

describe("R71 a walk over the pages", () => {
  test("gives every booking once, in order, and asks for no page too many", async () => {
    for (const [count, pages] of [
      [0, 1],
      [9, 1],
      [10, 1],
      [11, 2],
      [35, 4],
    ] as const) {
      const { walk, asked } = shelf(names(1, count));
      assert.deepEqual(await collect(walk), names(1, count));
      assert.equal(asked.length, pages, `${count} bookings`);
    }
  });

  test("A14 goes by the page size that was applied", async () => {
    const { walk } = shelf(names(1, 35), 1000, 10);
    assert.deepEqual(await collect(walk), names(1, 35));
  });

  test("gives no booking twice when new ones push the rest back", async () => {
    const { walk, state } = shelf(names(1, 25));
    const seen = await collect(walk, (id) => {
      if (id === "b010") state.ids = ["a1", "a2", "a3", ...state.ids];
    });
    assert.deepEqual(seen, names(1, 25));
  });

  test("leaves none out when some go and the rest moves forward", async () => {
    const { walk, state } = shelf(names(1, 35));
    const seen = await collect(walk, (id) => {
      if (id === "b020") state.ids = state.ids.filter((one) => one > "b005");
    });
    assert.deepEqual(seen, names(1, 35));
  });

  test("meets every booking when each is cancelled as it comes", async () => {
    const { walk, state } = shelf(names(1, 250), 100);
    const seen = await collect(walk, (id) => {
      state.ids = state.ids.filter((one) => one !== id);
    });
    assert.deepEqual(seen, names(1, 250));
    assert.deepEqual(state.ids, []);
  });

  test("ends when everything is gone meanwhile", async () => {
    const { walk, state, asked } = shelf(names(1, 35));
    const seen = await collect(walk, (id) => {
      if (id === "b010") state.ids = [];
    });
    assert.deepEqual(seen, names(1, 10));
    assert.ok(asked.length <= 3, String(asked));
  });
});

describe("a list that does not know its own length", () => {
  /** Two pages; what they say of the total is up to the test. */
  async function walked(totalOf: (pageNumber: number, asked: number) => number) {
    let asked = 0;
    const walk = walkPages(async (pageNumber) => {
      asked += 1;
      if (asked > 50) throw new Error("It goes round in circles.");
      return {
        bookings: names(pageNumber * 10 - 9, Math.min(pageNumber * 10, 15)).map(booking),
        pageNumber,
        pageSize: 10,
        totalCount: totalOf(pageNumber, asked),
        cancellable: null,
        requestId: "r",
      };
    });
    return { seen: await collect(walk), asked };
  }

  test("R79 is walked to its end when only its first page has a total", async () => {
    const { seen } = await walked((pageNumber) => (pageNumber === 1 ? 15 : 0));
    assert.deepEqual(seen, names(1, 15));
  });

  test("is walked to its end when two servers answer in turn, one of them behind", async () => {
    const { seen, asked } = await walked((_, asked) => 15 - (asked % 2 === 0 ? 1 : 0));
    assert.deepEqual(seen, names(1, 15));
    assert.ok(asked <= 10, String(asked));
  });
});

describe("toArray", () => {
  test("gives at most as many as its limit, and reads no further", async () => {
    const { walk, asked } = shelf(names(1, 35));
    const some = await bookingIterator(walk).toArray({ limit: 10 });
    assert.deepEqual(
      some.map(({ booking }) => booking),
      names(1, 10),
    );
    assert.deepEqual(asked, [1]);
  });
  test("gives all when there are fewer", async () => {
    const { walk } = shelf(names(1, 35));
    assert.equal((await bookingIterator(walk).toArray({ limit: 1000 })).length, 35);
  });
  test("gives none, without a request, when the limit is 0", async () => {
    const { walk, asked } = shelf(names(1, 35));
    assert.deepEqual(await bookingIterator(walk).toArray({ limit: 0 }), []);
    assert.deepEqual(asked, []);
  });
  test("wants a limit", async () => {
    const list = bookingIterator(shelf(names(1, 5)).walk);
    for (const options of [undefined, {}, { limit: Number.NaN }, { limit: -1 }]) {
      await assert.rejects(list.toArray(options as never), /limit/);
    }
  });
});
