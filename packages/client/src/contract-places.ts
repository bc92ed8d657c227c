/** Test values for the placeholders in the contract's paths. */

/** UUID that encodes the name of a path parameter. */
function idOf(name: string): string {
  const hex = [...name].map((letter) => (letter.charCodeAt(0) % 16).toString(16)).join('')
  const digits = hex.padEnd(32, '0').slice(0, 32)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Values of the contract's path parameters, by name. */
export const placeValues = {
  alarmId: idOf('alarmId'),
  assetId: idOf('assetId'),
  clientRegistrationTemplateId: idOf('templateId'),
  commentId: idOf('commentId'),
  componentDescriptorClazz: 'org.example.Some Node/x',
  componentType: 'FILTER',
  customerId: idOf('customerId'),
  dashboardId: idOf('dashboardId'),
  deadLetterId: idOf('deadLetterId'),
  deviceId: idOf('deviceId'),
  deviceName: 'Pump 1/2',
  deviceProfileId: idOf('deviceProfileId'),
  edgeId: idOf('edgeId'),
  entityId: idOf('entityId'),
  entityType: 'ASSET',
  entityViewId: idOf('entityViewId'),
  eventType: 'STATS',
  isBootstrapServer: 'true',
  key: 'mail & more',
  otaPackageId: idOf('otaPackageId'),
  otaPackageType: 'FIRMWARE',
  resourceId: idOf('resourceId'),
  rpcId: idOf('rpcId'),
  ruleChainId: idOf('ruleChainId'),
  ruleNodeId: idOf('ruleNodeId'),
  scope: 'SERVER_SCOPE',
  tenantId: idOf('tenantId'),
  tenantProfileId: idOf('tenantProfileId'),
  ttl: '3600',
  type: 'FIRMWARE',
  userId: idOf('userId'),
  widgetTypeId: idOf('widgetTypeId'),
  widgetsBundleId: idOf('widgetsBundleId'),
} as const
