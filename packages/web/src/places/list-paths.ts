/** Paths of lists whose entities have detail pages at `<list>/$entityId`. */

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
