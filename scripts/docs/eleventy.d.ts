/** The parts of Eleventy and of its Markdown library that the site uses; neither has types of its own. */
declare module "@11ty/eleventy" {
  interface Config {
    setTemplateFormats(formats: readonly string[]): void;
    setUseGitIgnore(use: boolean): void;
    addPassthroughCopy(paths: Readonly<Record<string, string>>): void;
    addTemplate(path: string, content: string, data: object): void;
    addTransform(
      name: string,
      change: (this: { readonly page: { readonly url: string } }, content: string) => string,
    ): void;
    amendLibrary(name: "md", amend: (markdown: never) => void): void;
  }

  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: {
        readonly quietMode: boolean;
        readonly configPath: null;
        readonly config: (config: Config) => object;
      },
    );
    write(): Promise<unknown>;
  }
}
