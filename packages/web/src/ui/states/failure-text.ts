/** What went wrong, in the words of who says it: the platform's where it answered. */
export const failureText = (error: unknown): string => (error instanceof Error ? error.message : String(error))
