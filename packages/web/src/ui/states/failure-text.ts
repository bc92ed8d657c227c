/** Message of an error; for a failed request, the text of the server's response. */
export const failureText = (error: unknown): string => (error instanceof Error ? error.message : String(error))
