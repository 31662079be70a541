declare module "postject" {
  /** Injects a resource into an executable, in place. */
  export function inject(
    file: string,
    name: string,
    data: Buffer,
    options: { readonly sentinelFuse: string },
  ): Promise<void>;
}
