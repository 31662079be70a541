import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync, Visitor, type Expression, type TSModuleReference } from "oxc-parser";

/** One module that a file of the repository needs: another file of it, or a package. */
export interface Import {
  readonly from: string;
  /** A path from the root of the repository, or the name of a package as it is written. */
  readonly target: string;
  /** It is written relative to the file, so it names a file of the repository. */
  readonly local: boolean;
  /** Nothing is left of it once the types are stripped. */
  readonly typeOnly: boolean;
}

/** Every file of code, the generated and the installed ones aside. */
export const codeFiles: readonly string[] = globSync("**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}", {
  exclude: ["**/node_modules/**", "**/coverage/**", "**/dist/**", "data/**"],
}).toSorted();

/** The imports of each file that was read, because several tests read them all. */
const known = new Map<string, readonly Import[]>();

export function readImports(file: string): readonly Import[] {
  const imports = known.get(file) ?? findImports(file, readFileSync(file, "utf8"));
  known.set(file, imports);
  return imports;
}

/**
 * Every form of an import, by a real parser, so that none is overlooked for the way it is written.
 * `import { type A }` is no type import: the module is still loaded.
 */
export function findImports(file: string, text: string): Import[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);

  const found: Import[] = [];
  const add = (source: { readonly value: string } | null, typeOnly: boolean) => {
    if (source === null) return;
    const local = source.value.startsWith(".");
    const target = local ? relative("", join(dirname(file), source.value)) : source.value;
    found.push({ from: file, target, local, typeOnly });
  };
  new Visitor({
    ImportDeclaration: ({ source, importKind }) => add(source, importKind === "type"),
    ExportNamedDeclaration: ({ source, exportKind }) => add(source, exportKind === "type"),
    ExportAllDeclaration: ({ source, exportKind }) => add(source, exportKind === "type"),
    ImportExpression: ({ source }) => add(literalOf(source), false),
    TSImportType: ({ source }) => add(source, true),
    TSImportEqualsDeclaration: ({ moduleReference, importKind }) =>
      add(requiredBy(moduleReference), importKind === "type"),
  }).visit(program);
  return found;
}

/** Null for a module whose name is known only when the program runs. */
function literalOf(source: Expression): { value: string } | null {
  if (source.type === "Literal" && typeof source.value === "string") return { value: source.value };
  const isPlain = source.type === "TemplateLiteral" && source.expressions.length === 0;
  return isPlain ? { value: source.quasis[0]?.value.cooked ?? "" } : null;
}

function requiredBy(reference: TSModuleReference): { readonly value: string } | null {
  return reference.type === "TSExternalModuleReference" ? reference.expression : null;
}
