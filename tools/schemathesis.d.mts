export declare const schemathesisPath: string
export declare function ensureSchemathesis(): string | null
