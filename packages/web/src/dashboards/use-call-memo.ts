/** React hook for functions whose results a widget draws. */

import { useContext, useEffect, useMemo } from 'react'
import { type CallMemo, createCallMemo } from './call-memo.ts'
import { DashboardContext } from './dashboard-context.tsx'

/** Functions of the widget that are asked for while it renders run after it did; it renders again with the results. */
export function useCallMemo(widgetId: string): CallMemo {
  const data = useContext(DashboardContext)?.data
  const memo = useMemo(
    () =>
      createCallMemo(
        async (named, task) => (await data?.run(widgetId, named, task)) ?? [],
        () => data?.scheduler.mark(widgetId),
      ),
    [data, widgetId],
  )
  useEffect(() => memo.flush())
  return memo
}
