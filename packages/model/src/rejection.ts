/**
 * Error that is an expected response: its message tells the caller what was rejected.
 *
 * It captures no stack trace. V8 keeps the functions on a stack, and all that they reference, until the stack is read
 * or the error is collected, so a flood of rejected messages would keep the messages in memory. To see where an error
 * comes from, start Node with `--stack-trace-limit` above the default of 10.
 */

const usualLimit = 10

/** `stackTraceLimit` exists only in V8. */
const stacks = Error as ErrorConstructor & { stackTraceLimit?: number }

export class Rejection extends Error {
  constructor(message: string, options?: ErrorOptions) {
    const { stackTraceLimit } = stacks
    const isUsual = stackTraceLimit !== undefined && stackTraceLimit <= usualLimit
    if (isUsual) stacks.stackTraceLimit = 0
    super(message, options)
    if (isUsual) stacks.stackTraceLimit = stackTraceLimit
  }
}
