export declare const programs: { readonly server: string; readonly maintenance: string }
export declare function ensureServerBuilt(): Promise<void>
