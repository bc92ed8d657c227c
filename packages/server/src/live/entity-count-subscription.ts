/** How many entities match: told at once, then whenever it is found to have changed. */

import { parseEntityCountQuery } from '../entity-query/query-parsing.ts'
import { watchDynamicSources } from './dynamic-sources.ts'
import { type LiveSubscription, mergedJob, type SessionContext } from './session-parts.ts'

/** Answers with the count. Throws 400 for a query that is wrong. */
export async function subscribeEntityCount(
  context: SessionContext,
  cmdId: number,
  queryJson: unknown,
  /** Of the command. */
  characters: number,
): Promise<LiveSubscription> {
  const { scope, outbox, parts } = context
  const query = parseEntityCountQuery(queryJson)
  const hold = context.hold({ characters })
  let known: number
  try {
    known = await parts.entityQuery.count(scope, query)
  } catch (error) {
    hold.release()
    throw error
  }
  let stopped = false

  const tell = () => outbox.answer({ cmdId, count: known, errorCode: 0, errorMsg: null, cmdUpdateType: 'COUNT_DATA' })

  async function refresh() {
    const count = await parts.entityQuery.count(scope, query)
    if (stopped || count === known) return
    known = count
    tell()
  }
  const unwatch = watchDynamicSources(context, query.keyFilters, mergedJob(context, refresh))
  tell()

  return {
    cmdId,
    kind: 'entityCount',
    take: () => [],
    refresh,
    stop() {
      if (stopped) return
      stopped = true
      hold.release()
      unwatch()
    },
  }
}
