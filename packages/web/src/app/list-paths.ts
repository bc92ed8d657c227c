/** Addresses of lists whose entities have pages of their own, at `<list>/$entityId` (seed 1, section 2). */

export const listPaths = [
  '/devices',
  '/assets',
  '/entityViews',
  '/edgeInstances',
  '/customers',
  '/tenants',
  '/tenantProfiles',
  '/users',
  '/deviceProfiles',
  '/otaUpdates',
  '/ruleChains',
  '/edgeManagement/ruleChains',
  '/widgets-bundles',
  '/settings/resources-library',
] as const
export type ListPath = (typeof listPaths)[number]
