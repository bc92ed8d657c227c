/**
 * Figures for Prometheus. One registry per process, made by the composition root and handed to the parts that count.
 *
 * The default ones are the process's memory, CPU, garbage collection and event-loop delay.
 */

import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** Seconds from a request's arrival to its answer; `route` is the pattern, never the path. */
  readonly httpSeconds: Histogram<'method' | 'route' | 'status'>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const httpSeconds = new Histogram({
    name: 'sonde_http_request_duration_seconds',
    help: 'Time from the arrival of an HTTP request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return { registry, httpSeconds }
}
