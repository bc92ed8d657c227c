/** Subscription to the number of matching entities: sent at once, then after every change. */

import { parseEntityCountQuery } from '../entity-query/query-parsing.ts'
import { watchDynamicSources } from './dynamic-sources.ts'
import { mergedJob, type SubscribeQuery } from './session-parts.ts'

/** Responds with the count. Throws 400 for an invalid query. */
export const subscribeEntityCount: SubscribeQuery = async (context, cmdId, queryJson, characters) => {
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

  const send = () => outbox.answer({ cmdId, count: known, errorCode: 0, errorMsg: null, cmdUpdateType: 'COUNT_DATA' })

  async function refresh() {
    const count = await parts.entityQuery.count(scope, query)
    if (stopped || count === known) return
    known = count
    send()
  }
  const unwatch = watchDynamicSources(context, query.keyFilters, mergedJob(context, refresh))
  send()

  return {
    cmdId,
    kind: 'entityCount',
    drain: () => [],
    refresh,
    stop() {
      if (stopped) return
      stopped = true
      hold.release()
      unwatch()
    },
  }
}
