/**
 * Arguments for every call of the client, so that a test can make each call once and inspect the request.
 *
 * The compiler requires an entry for each call and checks its arguments. Ids encode the name of their path parameter,
 * so that swapped ids are detected.
 */

import type { DeviceInput } from '@sonde/model/devices/device'
import type { EntityDataQuery } from '@sonde/model/entity-query/entity-query'
import { entityId } from '@sonde/model/ids'
import type { PageLink } from '@sonde/model/paging'
import type { RelationSearch } from '@sonde/model/relations/relation'
import type { AssignableListFilter } from './assignables/assignable-calls.ts'
import type { Client } from './client.ts'
import { placeValues } from './contract-places.ts'
import type { TimePageLink } from './rest/page-query.ts'

type Room = Exclude<keyof Client, 'session' | 'rest' | 'live' | 'close'>
type Arguments<F> = F extends (...given: infer A) => unknown ? readonly Readonly<A>[] : never

export type Samples = { readonly [R in Room]: { readonly [C in keyof Client[R]]: Arguments<Client[R][C]> } }

const place = placeValues
const entity = entityId(place.entityType, place.entityId)
const link: PageLink = { pageSize: 10, page: 0, textSearch: 'pump', sortProperty: 'name', sortOrder: 'ASC' }
const timeLink: TimePageLink = { ...link, startTime: 1, endTime: 2 }
const device: DeviceInput = { name: 'Pump' }
const credentials = { credentialsType: 'ACCESS_TOKEN', credentialsId: 'x' } as const
const query: EntityDataQuery = {
  entityFilter: { type: 'entityType', entityType: 'DEVICE' },
  pageLink: { page: 0, pageSize: 10 },
}
const parameters: RelationSearch = { rootId: place.entityId, rootType: 'ASSET', direction: 'FROM' }
const bulk = { file: 'name', mapping: { columns: [{ type: 'NAME' as const }] } }
const settings = { key: 'general', jsonValue: {} }
const bundle = { isSystem: true, bundleAlias: 'charts' }
const sort = { sortProperty: 'id', sortOrder: 'ASC' } as const
const rpc = { method: 'restart', params: {} }
const relation = { from: entity, to: entity, type: 'Contains', typeGroup: 'COMMON' } as const
const profileAlarm = {
  id: 'a',
  alarmType: 'Hot',
  createRules: {},
  clearRule: null,
  propagate: false,
  propagateToOwner: false,
  propagateToTenant: false,
  propagateRelationTypes: null,
}
const profileOf = { type: 'DEFAULT', transportType: 'DEFAULT' } as const
const { customerId, edgeId } = place

/** Common samples of assets, entity views and edges. */
function assignable<I, S>(id: string, entity: I, search: S) {
  const byId: readonly (readonly [string])[] = [[id]]
  const filters: readonly AssignableListFilter[] = [{ type: 'a' }, { type: 'a', customerId }]
  const lists = filters.map((filter) => [link, filter] as const)
  return {
    list: lists,
    listPlain: lists,
    get: byId,
    info: byId,
    byName: [['One']] as const,
    search: [[search]] as const,
    save: [[entity]] as const,
    delete: byId,
    types: [[]] as const,
    assignToCustomer: [[id, customerId]] as const,
    unassignFromCustomer: byId,
    makePublic: byId,
  }
}

const atEdges = (id: string) => ({
  listOfEdge: [[edgeId, timeLink, { type: 'a' }]] as const,
  assignToEdge: [[id, edgeId]] as const,
  unassignFromEdge: [[id, edgeId]] as const,
})

export const samples: Samples = {
  adminSettings: {
    get: [[place.key]],
    secrets: [[place.key]],
    linkBase: [[]],
    save: [[settings]],
    testMail: [[settings]],
    testSms: [
      [
        {
          providerConfiguration: { type: 'TWILIO', accountSid: 'a', accountToken: 'b', numberFrom: '+4912345' },
          numberTo: '+4912345',
          message: 'Hello',
        },
      ],
    ],
    security: [[]],
    saveSecurity: [[{ passwordPolicy: { minimumLength: 8 } }]],
    updates: [[]],
  },
  alarms: {
    list: [
      [timeLink, { status: 'ACTIVE_ACK', fetchOriginator: true }],
      [link, { searchStatus: 'ACTIVE' }],
    ],
    search: [[timeLink, { status: 'ACTIVE_ACK', severities: ['MAJOR', 'MINOR'], types: ['Hot'], shelved: false }]],
    listOf: [
      [entity, timeLink, { status: 'ACTIVE_ACK', fetchOriginator: true }],
      [entity, link, { searchStatus: 'ACTIVE' }],
    ],
    get: [[place.alarmId]],
    info: [[place.alarmId]],
    explained: [[place.alarmId]],
    active: [[[place.deviceId, place.deviceId]]],
    types: [['Ho']],
    histogram: [
      [
        { startTime: 1_763_600_000_000, endTime: 1_763_686_400_000, bars: 24 },
        { types: ['Hot'], textSearch: 'oven' },
      ],
    ],
    history: [[place.alarmId]],
    comment: [[place.alarmId, 'The door was open.']],
    changeComment: [[place.alarmId, place.commentId, 'The door was ajar.']],
    deleteComment: [[place.alarmId, place.commentId]],
    restoreComment: [[place.alarmId, place.commentId]],
    assignees: [[place.alarmId, 'ada']],
    assign: [
      [place.alarmId, place.userId],
      [place.alarmId, null],
    ],
    shelve: [[place.alarmId, { until: 2, reason: 'Being repaired' }]],
    unshelve: [[place.alarmId]],
    save: [[{ type: 'Hot', originator: entity, severity: 'MAJOR', status: 'ACTIVE_UNACK' }]],
    delete: [[place.alarmId]],
    acknowledge: [[place.alarmId]],
    clear: [[place.alarmId]],
    unacknowledge: [[place.alarmId]],
    reopen: [[place.alarmId]],
    highestSeverity: [
      [entity, { status: 'ACTIVE_ACK' }],
      [entity, { searchStatus: 'ACK' }],
    ],
  },
  assets: {
    ...assignable(place.assetId, { name: 'Hall', type: 'hall' }, { parameters, assetTypes: ['hall'] }),
    ...atEdges(place.assetId),
    byIds: [[[place.assetId, place.entityId]]],
    bulkImport: [[bulk, { listCreated: true, listUpdated: true }]],
  },
  auditLog: {
    list: [[timeLink, { actionTypes: ['ADDED', 'DELETED'] }]],
    ofCustomer: [[customerId, timeLink, { actionTypes: ['ADDED'] }]],
    ofUser: [[place.userId, timeLink, { actionTypes: ['ADDED'] }]],
    ofEntity: [[entity, timeLink, { actionTypes: ['ADDED'] }]],
  },
  auth: {
    user: [[]],
    changePassword: [['old', 'new']],
    requestEmailChange: [['new@example.org', 'password']],
    passwordPolicy: [[]],
    oauth2Clients: [[{ platform: 'IOS', pkgName: 'org.example' }]],
    requestPasswordReset: [['ada@example.org']],
    resetPassword: [['token', 'new']],
    activate: [['token', 'new', true]],
    isActivateToken: [['token']],
    isResetToken: [['token']],
    activateByEmailCode: [['code']],
    resendActivation: [['ada@example.org']],
    confirmEmail: [['token']],
  },
  batches: {
    run: [[{ requests: [{ method: 'DELETE', path: `/api/device/${place.deviceId}` }] }]],
  },
  componentDescriptors: {
    settings: [[]],
    get: [[place.componentDescriptorClazz]],
    list: [[['FILTER', 'ACTION'], { ruleChainType: 'EDGE' }]],
    ofType: [[place.componentType, { ruleChainType: 'EDGE' }]],
  },
  customers: {
    list: [[link]],
    get: [[customerId]],
    shortInfo: [[customerId]],
    title: [[customerId]],
    byTitle: [['Acme']],
    save: [[{ title: 'Acme' }]],
    delete: [[customerId]],
  },
  dashboards: {
    list: [
      [link, { mobile: true }],
      [link, { customerId, mobile: true }],
    ],
    get: [[place.dashboardId]],
    info: [[place.dashboardId]],
    save: [[{ title: 'Plant' }]],
    delete: [[place.dashboardId]],
    home: [[]],
    homeInfo: [[]],
    serverTime: [[]],
    maxDatapointsLimit: [[]],
    listOfTenant: [[place.tenantId, link]],
    listOfEdge: [[edgeId, link]],
    assignToCustomer: [[place.dashboardId, customerId]],
    unassignFromCustomer: [[place.dashboardId, customerId]],
    makePublic: [[place.dashboardId]],
    makePrivate: [[place.dashboardId]],
    setCustomers: [[place.dashboardId, [customerId]]],
    addCustomers: [[place.dashboardId, [customerId]]],
    removeCustomers: [[place.dashboardId, [customerId]]],
    assignToEdge: [[place.dashboardId, edgeId]],
    unassignFromEdge: [[place.dashboardId, edgeId]],
    tenantHome: [[]],
    setTenantHome: [[{ dashboardId: null }]],
    shareLinks: [[place.dashboardId]],
    createShareLink: [[place.dashboardId, { name: 'Fair', customerId, endTime: 1 }]],
    revokeShareLink: [[place.dashboardId, place.entityId]],
    versions: [[place.dashboardId, link]],
    version: [[place.dashboardId, 1]],
    restoreVersion: [[place.dashboardId, 1]],
    getVersioned: [[place.dashboardId]],
    saveVersioned: [[{ title: 'Plant' }, { basedOn: 1 }]],
  },
  deadLetters: {
    list: [[link]],
    get: [[place.deadLetterId]],
    replay: [[place.deadLetterId]],
    replayAll: [[]],
    delete: [[place.deadLetterId]],
    deleteAll: [[]],
  },
  deviceProfiles: {
    infos: [[link, { transportType: 'MQTT' }]],
    info: [[place.deviceProfileId]],
    default: [[]],
    list: [[link]],
    get: [[place.deviceProfileId]],
    save: [[{ name: 'Pumps', ...profileOf }]],
    setDefault: [[place.deviceProfileId]],
    tryAlarmRule: [[place.deviceProfileId, profileAlarm]],
    delete: [[place.deviceProfileId]],
    timeseriesKeys: [[place.deviceProfileId]],
    attributeKeys: [[place.deviceProfileId]],
  },
  devices: {
    list: [
      [link, { type: 'a', deviceProfileId: place.deviceProfileId, active: true }],
      [link, { type: 'a', deviceProfileId: place.deviceProfileId, customerId }],
    ],
    listPlain: [
      [link, { type: 'a' }],
      [link, { type: 'a', customerId }],
    ],
    get: [[place.deviceId]],
    info: [[place.deviceId]],
    byName: [['Pump']],
    byIds: [[[place.deviceId]]],
    search: [[{ parameters, deviceTypes: ['pump'] }]],
    save: [[device, 'token']],
    saveWithCredentials: [[device, credentials]],
    delete: [[place.deviceId]],
    credentials: [[place.deviceId]],
    saveCredentials: [[{ deviceId: entityId('DEVICE', place.deviceId), ...credentials }]],
    assignToCustomer: [[place.deviceId, customerId]],
    unassignFromCustomer: [[place.deviceId]],
    makePublic: [[place.deviceId]],
    types: [[]],
    rpcOneway: [[place.deviceId, rpc]],
    rpcTwoway: [[place.deviceId, rpc]],
    countForPackage: [[place.otaPackageType, place.deviceProfileId]],
    claim: [[place.deviceName, 'secret']],
    reclaim: [[place.deviceName]],
    moveToTenant: [[place.deviceId, place.tenantId]],
    acceptance: [[]],
    saveAcceptance: [[{ fromTenants: [place.tenantId] }]],
    bulkImport: [[bulk, { listCreated: true, listUpdated: true }]],
    ...atEdges(place.deviceId),
  },
  edges: {
    ...assignable(
      edgeId,
      { name: 'Site', type: 'site', routingKey: 'a', secret: 'b' },
      { parameters, edgeTypes: ['site'] },
    ),
    byIds: [[[edgeId]]],
    listAll: [[link]],
    bulkImport: [[bulk, { listCreated: true, listUpdated: true }]],
    setRootRuleChain: [[edgeId, place.ruleChainId]],
    missingRuleChains: [[edgeId]],
    sync: [[edgeId]],
    events: [[edgeId, timeLink]],
  },
  entityQuery: {
    find: [[query]],
    count: [[{ entityFilter: query.entityFilter }]],
    keys: [[query, { timeseries: true, attributes: false }]],
    alarms: [[query]],
  },
  entityViews: {
    ...assignable(
      place.entityViewId,
      { name: 'View', type: 'view', entityId: entity },
      { parameters, entityViewTypes: ['view'] },
    ),
    ...atEdges(place.entityViewId),
  },
  events: {
    list: [[entity, place.tenantId, timeLink]],
    ofType: [[entity, place.tenantId, place.eventType, timeLink]],
    find: [[entity, place.tenantId, { eventType: 'STATS' }, timeLink]],
    clear: [[entity, { eventType: 'STATS' }, { startTime: 1, endTime: 2 }]],
  },
  keyDescriptions: {
    all: [[]],
    saveForAll: [[{ keys: [{ key: 'temperature', unit: '°C' }] }]],
    saveForProfile: [[place.deviceProfileId, { keys: [{ key: 'temperature', unit: '°F' }] }]],
  },
  home: {
    pageStart: [[]],
    facts: [[]],
  },
  limits: {
    report: [[], [place.tenantId]],
    details: [['maxDevices'], ['maxDevices', place.tenantId]],
  },
  lwm2m: { server: [[true]], saveDevice: [[device, credentials]] },
  oauth2: {
    config: [[]],
    secrets: [[]],
    saveConfig: [[{ enabled: false, oauth2ParamsInfos: [] }]],
    loginProcessingUrl: [[]],
    templates: [[]],
    saveTemplate: [[{ providerId: 'Some', mapperConfig: { type: 'BASIC' } }]],
    deleteTemplate: [[place.clientRegistrationTemplateId]],
  },
  otaPackages: {
    list: [[link]],
    listOfProfile: [[place.deviceProfileId, place.type, link]],
    info: [[place.otaPackageId]],
    get: [[place.otaPackageId]],
    getAmongAll: [[place.otaPackageId]],
    save: [[{ type: 'FIRMWARE', title: 'Pump', version: '1' }]],
    upload: [[place.otaPackageId, new Blob(['x']), { fileName: 'x.bin', checksumAlgorithm: 'CRC32', checksum: '00' }]],
    download: [[place.otaPackageId]],
    delete: [[place.otaPackageId]],
  },
  queues: { names: [[]] },
  relations: {
    save: [[relation]],
    get: [[relation]],
    delete: [[relation]],
    deleteAll: [[entity]],
    from: [
      [entity, { typeGroup: 'COMMON' }],
      [entity, { type: 'Contains', typeGroup: 'COMMON' }],
    ],
    to: [
      [entity, { typeGroup: 'COMMON' }],
      [entity, { type: 'Contains', typeGroup: 'COMMON' }],
    ],
    infosFrom: [[entity, { typeGroup: 'COMMON' }]],
    infosTo: [[entity, { typeGroup: 'COMMON' }]],
    search: [[{ parameters, filters: [] }]],
    searchInfos: [[{ parameters, filters: [] }]],
  },
  resources: {
    list: [[link]],
    info: [[place.resourceId]],
    get: [[place.resourceId]],
    save: [[{ title: 'Keys', resourceType: 'JKS', fileName: 'a.jks', data: 'eA==' }]],
    delete: [[place.resourceId]],
    download: [[place.resourceId]],
    lwm2mObjects: [[['3_1.0'], sort]],
    lwm2mPage: [[link]],
  },
  rpc: {
    oneway: [[place.deviceId, rpc]],
    twoway: [[place.deviceId, rpc]],
    pluginOneway: [[place.deviceId, rpc]],
    pluginTwoway: [[place.deviceId, rpc]],
    listOf: [[place.deviceId, link, { rpcStatus: 'SENT' }]],
    get: [[place.rpcId]],
    delete: [[place.rpcId]],
  },
  ruleChains: {
    list: [[link, { type: 'EDGE' }]],
    get: [[place.ruleChainId]],
    save: [[{ name: 'Chain' }]],
    createForDevices: [['Chain']],
    delete: [[place.ruleChainId]],
    setRoot: [[place.ruleChainId]],
    metadata: [[place.ruleChainId]],
    problems: [[place.ruleChainId]],
    saveMetadata: [[{ ruleChainId: entityId('RULE_CHAIN', place.ruleChainId) }, { updateRelated: true }]],
    testScript: [[{ script: 'return msg', scriptType: 'update', argNames: ['msg'], msg: '{}' }]],
    latestInput: [[place.ruleNodeId]],
    outputLabels: [[place.ruleChainId]],
    outputLabelsUsage: [[place.ruleChainId]],
    export: [[10]],
    import: [[{ ruleChains: [], metadata: [] }, { overwrite: true }]],
    listOfEdge: [[edgeId, link]],
    assignToEdge: [[place.ruleChainId, edgeId]],
    unassignFromEdge: [[place.ruleChainId, edgeId]],
    setEdgeTemplateRoot: [[place.ruleChainId]],
    autoAssignedToEdges: [[]],
    setAutoAssignToEdges: [
      [place.ruleChainId, true],
      [place.ruleChainId, false],
    ],
  },
  system: { info: [[]], server: [[]], helpBaseUrl: [[]], edgesEnabled: [[]], deviceConnectivity: [[]] },
  telemetry: {
    attributes: [
      [entity, null, ['a']],
      [entity, place.scope, ['a']],
    ],
    saveAttributes: [[entity, place.scope, { a: 1 }]],
    deleteAttributes: [[entity, place.scope, ['a']]],
    attributeKeys: [[entity], [entity, place.scope]],
    timeseriesKeys: [[entity]],
    latest: [[entity, ['t'], true]],
    range: [
      [
        entity,
        {
          keys: ['t'],
          startTs: 1,
          endTs: 2,
          limit: 3,
          agg: 'AVG',
          interval: 4,
          orderBy: 'ASC',
          useStrictDataTypes: true,
        },
      ],
    ],
    save: [[entity, { t: 1 }, 1000]],
    delete: [[entity, ['t'], { startTs: 1, endTs: 2 }, true]],
    savePoints: [
      [entity, [{ ts: 1, values: { t: 1 } }]],
      [entity, [{ ts: 1, values: { t: 1 } }], { ttlSeconds: Number(place.ttl) }],
    ],
    saveEntityAttributes: [[entity, place.scope, { a: 1 }]],
    saveDeviceAttributes: [[place.deviceId, place.scope, { a: 1 }]],
    deleteDeviceAttributes: [[place.deviceId, place.scope, ['a']]],
  },
  tenantProfiles: {
    list: [[link]],
    infos: [[link]],
    get: [[place.tenantProfileId]],
    info: [[place.tenantProfileId]],
    default: [[]],
    save: [[{ name: 'Small' }]],
    setDefault: [[place.tenantProfileId]],
    limits: [[place.tenantProfileId]],
    saveLimits: [[place.tenantProfileId, { telemetryKeys: 20_000 }]],
    delete: [[place.tenantProfileId]],
  },
  tenants: {
    list: [[link]],
    infos: [[link]],
    get: [[place.tenantId]],
    info: [[place.tenantId]],
    save: [[{ title: 'Acme' }]],
    delete: [[place.tenantId]],
  },
  trash: {
    list: [[link, { entityType: 'DEVICE' }]],
    settings: [[]],
    restore: [[place.entityId, { name: 'One' }]],
    delete: [[place.entityId]],
    empty: [[]],
  },
  users: {
    list: [[link]],
    listOfTenant: [[place.tenantId, link]],
    listOfCustomer: [[customerId, link]],
    get: [[place.userId]],
    save: [[{ email: 'ada@example.org', authority: 'TENANT_ADMIN' }, { sendActivationMail: false }]],
    delete: [[place.userId]],
    activationLink: [[place.userId]],
    sendActivationMail: [['ada@example.org']],
    setEnabled: [[place.userId, false]],
    tokenAccessEnabled: [[]],
    tokens: [[place.userId]],
  },
  userSettings: { get: [['tableLayouts']], save: [['tableLayouts', { devices: {} }]] },
  visitors: {
    rights: [['DEVICE', place.entityId]],
    saveRights: [['DEVICE', place.entityId, { rpcMethods: ['blink'], sharedAttributes: [], serverAttributes: [] }]],
  },
  widgetTypes: {
    get: [[place.widgetTypeId]],
    byAlias: [[bundle, 'bars']],
    list: [[bundle]],
    listDetails: [[bundle]],
    listInfos: [[bundle]],
    save: [[{ bundleAlias: 'mine', name: 'Mine', descriptor: { type: 'latest' } }]],
    delete: [[place.widgetTypeId]],
  },
  widgetsBundles: {
    all: [[]],
    list: [[link]],
    get: [[place.widgetsBundleId]],
    save: [[{ title: 'Mine' }]],
    delete: [[place.widgetsBundleId]],
  },
}
