/**
 * Text search among a tenant's 100,000 customers, 100,000 dashboards and 100,000 users over REST: for a part of one
 * title, different per request, on 32 connections, one request at a time on each.
 */

import { startPlatform, temporaryFolder } from '../../e2e/platform/start-platform.ts'
import { createWorld, signIn } from '../../e2e/platform/world.ts'
import { withCleanUp } from './clean-up.ts'
import { measure } from './entities.ts'
import { fillTitles, nameOf } from './fleet.ts'
import type { Row } from './report.ts'

const size = 100_000
const page = '?pageSize=10&page=0&sortProperty=createdTime&sortOrder=DESC'

const lists = [
  ['customers', '/api/customers'],
  ['dashboards', '/api/tenant/dashboards'],
  ['users', '/api/users'],
] as const

export function benchTitles(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const dataFolder = temporaryFolder(t)
    const empty = await startPlatform(t, { dataFolder })
    const world = await createWorld(empty, 'Fleet')
    await empty.stop()
    await fillTitles(dataFolder, size)
    const platform = await startPlatform(t, { dataFolder })
    const token = await signIn(platform, world.email, world.password)
    const rows: Row[] = []
    for (const [what, path] of lists) {
      const measured = await measure(platform, token, (n) => ({
        method: 'GET',
        path: `${path}${page}&textSearch=${nameOf((n * 7919) % size).slice(8)}`,
      }))
      const title = `${size.toLocaleString('en')} ${what}: list, text search for a part of a title`
      rows.push({ what: title, reference: '', mustReach: '1,000/s', measured })
    }
    return rows
  })
}
