/**
 * An error that is an answer: it says in words what was refused, to whoever asked.
 *
 * It takes no stack. V8 keeps the functions on a stack, and all that they hold, until the stack is read or the error is
 * collected: a flood of refused messages would keep the messages. Who wants to see where one comes from starts Node with
 * `--stack-trace-limit` above the usual 10.
 */

const usualLimit = 10

/** Browsers other than those with V8 have no such limit. */
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
