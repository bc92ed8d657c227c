/** Version numbers of dashboards in HTTP headers: `ETag` in responses, `If-Match` in requests. */

import { dashboardConflict } from '@sonde/model/dashboards/dashboard-version'
import type { OtherAnswer } from '../http/http-app.ts'

export const conflictAnswer: OtherAnswer = {
  description: 'Someone else saved the dashboard since the version of `If-Match`; nothing was changed',
  schema: dashboardConflict,
}

export const etagOf = (version: number): string => `"${version}"`

/** Whether a version matches the header `If-Match`, a list of tags or `*`. Undefined: there is no such header. */
export function matchOf(header: string | undefined): ((version: number) => boolean) | undefined {
  if (header === undefined) return undefined
  const tags = header.split(',').map((tag) => tag.trim())
  return (version) => tags.includes('*') || tags.includes(etagOf(version))
}
