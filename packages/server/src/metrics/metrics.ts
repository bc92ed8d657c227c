/**
 * Prometheus metrics. One registry per process, created by the composition root and passed to the components that
 * count.
 *
 * The default metrics are the memory, CPU, garbage collection and event loop delay of the process.
 */

import { type Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly registry: Registry
  /** Seconds from request to response. `route` is the pattern, never the path. */
  readonly httpSeconds: Histogram<'method' | 'route' | 'status'>
  /** All metrics in the text format. */
  text(): Promise<string>
}

/** Labels whose values are ids of tenants or of their entities. */
const idLabels: ReadonlySet<string> = new Set([
  'tenant',
  'customer',
  'user',
  'device',
  'entity',
  'chain',
  'node',
  'session',
])

export interface MetricsOptions {
  /** Value of `SONDE_METRICS_DETAILS`. True: keeps labels with ids. False: values are summed over them. */
  readonly details?: boolean
}

export function createMetrics({ details = false }: MetricsOptions = {}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const httpSeconds = new Histogram({
    name: 'sonde_http_request_duration_seconds',
    help: 'Time from the arrival of an HTTP request to its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const text = async () => (details ? registry.metrics() : textWithoutIds(registry))
  return { registry, httpSeconds, text }
}

/** Subset of a metric that is used here. The library has a type per kind. */
type AnyMetric = Pick<Counter<string>, 'get'> & { readonly name: string; readonly labelNames: readonly string[] }

async function textWithoutIds(registry: Registry): Promise<string> {
  const texts: string[] = []
  for (const metric of registry.getMetricsAsArray() as unknown as AnyMetric[]) {
    const hasIds = metric.labelNames.some((label) => idLabels.has(label))
    texts.push(hasIds ? await summedText(metric) : await registry.getSingleMetricAsString(metric.name))
  }
  return `${texts.join('\n\n')}\n`
}

/** Text of a counter or gauge, summed over its id labels. */
async function summedText(metric: AnyMetric): Promise<string> {
  const { name, help, type, values } = await metric.get()
  const sums = new Map<string, number>()
  for (const { labels, value } of values) {
    const retained = Object.entries(labels).filter(([label]) => !idLabels.has(label))
    const written = retained.map(([label, each]) => `${label}=${JSON.stringify(String(each))}`).join(',')
    sums.set(written, (sums.get(written) ?? 0) + value)
  }
  const lines = [...sums].map(([labels, sum]) => `${name}${labels === '' ? '' : `{${labels}}`} ${sum}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n')
}
