// Runs in a blank page of the browser, which can read and write pictures; `pictures.ts` calls it.

const load = async (url) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
};

function drawn(width, height, draw) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  draw(context);
  return canvas;
}

/** One picture of many: rows of pictures beside each other, made smaller. */
globalThis.montage = async (rows, scale) => {
  const images = await Promise.all(rows.map((row) => Promise.all(row.map(load))));
  const width = Math.max(...images.map((row) => row.reduce((sum, each) => sum + each.width, 0)));
  const height = images.reduce((sum, row) => sum + Math.max(...row.map((each) => each.height)), 0);
  const canvas = drawn(width * scale, height * scale, (context) => {
    let y = 0;
    for (const row of images) {
      let x = 0;
      for (const each of row) {
        context.drawImage(each, x * scale, y * scale, each.width * scale, each.height * scale);
        x += each.width;
      }
      y += Math.max(...row.map((each) => each.height));
    }
  });
  return canvas.toDataURL("image/webp", 0.2);
};

/** How many blocks of both pictures differ in their mean colour; all of them where the sizes do. */
globalThis.differingBlocks = async (one, other, side, tolerance) => {
  const [a, b] = await Promise.all([load(one), load(other)]);
  if (a.width !== b.width || a.height !== b.height) return Infinity;
  const [columns, rows] = [Math.ceil(a.width / side), Math.ceil(a.height / side)];
  const [left, right] = [a, b].map((image) =>
    drawn(columns, rows, (context) => context.drawImage(image, 0, 0, columns, rows))
      .getContext("2d")
      .getImageData(0, 0, columns, rows),
  );
  let count = 0;
  for (let at = 0; at < left.data.length; at += 4) {
    const distance = [0, 1, 2].map((channel) =>
      Math.abs(left.data[at + channel] - right.data[at + channel]),
    );
    if (Math.max(...distance) > tolerance) count += 1;
  }
  return count;
};
