/** The log as transports use it: debug lines that say which device did what, errors for the world's faults. */

import type { BaseLogger } from 'pino'

export type TransportLog = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
