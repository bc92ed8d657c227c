export declare const schemathesisPath: string
export declare function ensureSchemathesis(): Promise<string | null>
