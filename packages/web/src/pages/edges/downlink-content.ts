/** Where the content of a downlink is read: what the edge gets is the thing as it is now, or what the downlink carries. */

import type { EdgeEvent, EdgeEventType } from '@sonde/model/edges/edge'

const paths: Partial<Record<EdgeEventType, (id: string) => string>> = {
  ALARM: (id) => `/api/alarm/info/${id}`,
  ASSET: (id) => `/api/asset/${id}`,
  CUSTOMER: (id) => `/api/customer/${id}`,
  DASHBOARD: (id) => `/api/dashboard/${id}`,
  DEVICE: (id) => `/api/device/${id}`,
  DEVICE_PROFILE: (id) => `/api/deviceProfile/${id}`,
  EDGE: (id) => `/api/edge/${id}`,
  ENTITY_VIEW: (id) => `/api/entityView/${id}`,
  RULE_CHAIN: (id) => `/api/ruleChain/${id}`,
  RULE_CHAIN_METADATA: (id) => `/api/ruleChain/${id}/metadata`,
  TENANT: (id) => `/api/tenant/${id}`,
  USER: (id) => `/api/user/${id}`,
  WIDGETS_BUNDLE: (id) => `/api/widgetsBundle/${id}`,
  WIDGET_TYPE: (id) => `/api/widgetType/${id}`,
}

/** Null: the downlink carries all that there is, perhaps nothing. */
export function contentPath({ type, action, entityId, body }: EdgeEvent): string | null {
  if (action === 'DELETED' || entityId === null || (body !== null && body !== undefined)) return null
  return paths[type]?.(entityId) ?? null
}
