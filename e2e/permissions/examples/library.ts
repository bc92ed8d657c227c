/**
 * Examples for tenants' own widgets and resources, which exist in addition to those of the system, and for OTA
 * packages.
 */

import { type Asking, type Examples, page, plain } from '../examples.ts'
import type { Scene } from '../scene.ts'
import type { Side } from '../side.ts'

const ownTenant = "a tenant administrator's, of the own tenant"
const ofAcme = "administration of a tenant's own thing"
const ofUsers = "read of a tenant's own thing by its users"
const ofAccounts = "read of a tenant's own thing by those with an account"
const system = "the system administrator's"
const administrators = "an administrator's"
const signedIn = 'for whoever is signed in'

interface Made {
  readonly id: { readonly id: string }
  readonly alias?: string
}

const bundle = (side: Side) => ({ title: side.newName('bundle') })
const newBundle = (side: Side) => side.call<Made>('POST', '/api/widgetsBundle', bundle(side))
const newSystemBundle = ({ scene, side }: Asking) => scene.asRoot<Made>('POST', '/api/widgetsBundle', bundle(side))
const widget = (bundleAlias: string | undefined) => ({
  bundleAlias,
  name: 'Widget',
  descriptor: {
    type: 'latest',
    sizeX: 4,
    sizeY: 3,
    resources: [],
    templateHtml: '',
    templateCss: '',
    controllerScript: '',
    settingsSchema: '{}',
    dataKeySettingsSchema: '{}',
    defaultConfig: '{}',
  },
})
const newWidget = async (side: Side) =>
  side.call<Made>('POST', '/api/widgetType', widget((await newBundle(side)).alias))
const newSystemWidget = async (asking: Asking) =>
  asking.scene.asRoot<Made>('POST', '/api/widgetType', widget((await newSystemBundle(asking)).alias))

/** System bundle with a widget, created on first use. */
const systemWidgets = new WeakMap<Scene, Promise<{ bundle: Made; widget: Made }>>()
function standing(asking: Asking) {
  const known = systemWidgets.get(asking.scene)
  if (known) return known
  const made = (async () => {
    const bundle = await newSystemBundle(asking)
    return { bundle, widget: await asking.scene.asRoot<Made>('POST', '/api/widgetType', widget(bundle.alias)) }
  })()
  systemWidgets.set(asking.scene, made)
  return made
}

const ofSystemBundle = {
  ...plain(administrators, async (asking) => ({
    query: { isSystem: true, bundleAlias: String((await standing(asking)).bundle.alias) },
  })),
  named: "the system's",
}
const ofOwnBundle = {
  // Bundles of the caller: for the system administrator, those of the system.
  ...plain(administrators, async ({ side }) => ({
    query: { isSystem: false, bundleAlias: String((await newBundle(side)).alias) },
  })),
  named: "a tenant's",
}

const widgetExamples: Examples = {
  'GET /api/widgetsBundles': [
    { ...plain(signedIn), named: 'all' },
    { ...plain(signedIn, () => ({ query: page })), named: 'a page' },
  ],
  'GET /api/widgetsBundle/:widgetsBundleId': [
    { ...plain(ofUsers, async ({ side }) => ({ path: [(await newBundle(side)).id.id] })), named: "a tenant's" },
    {
      ...plain(signedIn, async (asking) => ({ path: [(await standing(asking)).bundle.id.id] })),
      named: "the system's",
    },
  ],
  'POST /api/widgetsBundle': [
    { ...plain(administrators, ({ side }) => ({ body: bundle(side) })), named: 'new' },
    { ...plain(ofAcme, async ({ side }) => ({ body: await newBundle(side) })), named: "changed, a tenant's" },
    { ...plain(system, async (asking) => ({ body: await newSystemBundle(asking) })), named: "changed, the system's" },
  ],
  'DELETE /api/widgetsBundle/:widgetsBundleId': [
    { ...plain(ofAcme, async ({ side }) => ({ path: [(await newBundle(side)).id.id] })), named: "a tenant's" },
    { ...plain(system, async (asking) => ({ path: [(await newSystemBundle(asking)).id.id] })), named: "the system's" },
  ],
  'GET /api/widgetType': plain(signedIn, async (asking) => {
    const { bundle, widget } = await standing(asking)
    return { query: { isSystem: true, bundleAlias: String(bundle.alias), alias: String(widget.alias) } }
  }),
  'GET /api/widgetType/:widgetTypeId': [
    { ...plain(ofAcme, async ({ side }) => ({ path: [(await newWidget(side)).id.id] })), named: "a tenant's" },
    {
      ...plain(administrators, async (asking) => ({ path: [(await standing(asking)).widget.id.id] })),
      named: "the system's",
    },
  ],
  'GET /api/widgetTypes': [ofSystemBundle, ofOwnBundle],
  'GET /api/widgetTypesDetails': [ofSystemBundle, ofOwnBundle],
  'GET /api/widgetTypesInfos': [ofSystemBundle, ofOwnBundle],
  'POST /api/widgetType': [
    {
      ...plain(administrators, async (asking) => ({
        body: widget((await (asking.caller === 'system' ? newSystemBundle(asking) : newBundle(asking.side))).alias),
      })),
      named: 'new',
    },
    { ...plain(ofAcme, async ({ side }) => ({ body: await newWidget(side) })), named: "changed, a tenant's" },
    { ...plain(system, async (asking) => ({ body: await newSystemWidget(asking) })), named: "changed, the system's" },
  ],
  'DELETE /api/widgetType/:widgetTypeId': [
    { ...plain(ofAcme, async ({ side }) => ({ path: [(await newWidget(side)).id.id] })), named: "a tenant's" },
    { ...plain(system, async (asking) => ({ path: [(await newSystemWidget(asking)).id.id] })), named: "the system's" },
  ],
}

const file = (side: Side) => {
  const title = side.newName('file')
  return { title, resourceType: 'JKS', fileName: `${title}.jks`, data: Buffer.from('x').toString('base64') }
}
const newFile = (side: Side) => side.call<Made>('POST', '/api/resource', file(side))
const newSystemFile = ({ scene, side }: Asking) => scene.asRoot<Made>('POST', '/api/resource', file(side))

const readFiles = [
  { ...plain(ofAcme, async ({ side }) => ({ path: [(await newFile(side)).id.id] })), named: "a tenant's" },
  {
    ...plain(administrators, async (asking) => ({ path: [(await newSystemFile(asking)).id.id] })),
    named: "the system's",
  },
]

const resourceExamples: Examples = {
  'GET /api/resource': plain(administrators, () => ({ query: page })),
  'POST /api/resource': [
    { ...plain(administrators, ({ side }) => ({ body: file(side) })), named: 'new' },
    { ...plain(ofAcme, async ({ side }) => ({ body: await newFile(side) })), named: "changed, a tenant's" },
    { ...plain(system, async (asking) => ({ body: await newSystemFile(asking) })), named: "changed, the system's" },
  ],
  'GET /api/resource/info/:resourceId': readFiles,
  'GET /api/resource/:resourceId': readFiles,
  'GET /api/resource/:resourceId/download': readFiles,
  'DELETE /api/resource/:resourceId': [
    { ...plain(ofAcme, async ({ side }) => ({ path: [(await newFile(side)).id.id] })), named: "a tenant's" },
    { ...plain(system, async (asking) => ({ path: [(await newSystemFile(asking)).id.id] })), named: "the system's" },
  ],
  'GET /api/resource/lwm2m': plain(ownTenant, () => ({ query: { sortOrder: 'ASC', sortProperty: 'id' } })),
  'GET /api/resource/lwm2m/page': plain(ownTenant, () => ({ query: page })),
}

const otaPackage = (side: Side) => ({
  title: side.newName('package'),
  version: '1',
  type: 'FIRMWARE',
  deviceProfileId: side.profile,
  url: 'https://example.org/firmware.bin',
  usesUrl: true,
})
const newPackage = (side: Side, more: object = {}) =>
  side.call<Made>('POST', '/api/otaPackage', { ...otaPackage(side), ...more })
const forUpload = { url: null, usesUrl: false }

/** Creates a package with its uploaded file. */
async function uploaded({ scene, side }: Asking): Promise<string> {
  const { id } = await newPackage(side, forUpload)
  const path = `/api/otaPackage/${id.id}?checksumAlgorithm=SHA256`
  const { status, text } = await scene.call(side.admin.token, 'POST', path, { form: firmware() })
  if (status !== 200) throw new Error(`The upload answered ${status}: ${text}`)
  return id.id
}

function firmware(): FormData {
  const form = new FormData()
  form.append('file', new Blob(['firmware'], { type: 'application/octet-stream' }), 'firmware.bin')
  return form
}

const packageExamples: Examples = {
  'POST /api/otaPackage': plain(ownTenant, ({ side }) => ({ body: otaPackage(side) })),
  'GET /api/otaPackage/info/:otaPackageId': plain(ofAccounts, async ({ side }) => ({
    path: [(await newPackage(side)).id.id],
  })),
  'DELETE /api/otaPackage/:otaPackageId': plain(ofAcme, async ({ side }) => ({
    path: [(await newPackage(side)).id.id],
  })),
  'GET /api/otaPackage/:otaPackageId': plain(ofAcme, async ({ side }) => ({ path: [(await newPackage(side)).id.id] })),
  'POST /api/otaPackage/:otaPackageId': plain(ofAcme, async ({ side }) => ({
    path: [(await newPackage(side, forUpload)).id.id],
    query: { checksumAlgorithm: 'SHA256' },
    form: firmware(),
  })),
  'GET /api/otaPackage/:otaPackageId/download': plain(ofAcme, async (asking) => ({ path: [await uploaded(asking)] })),
  'GET /api/otaPackages': plain("a tenant user's with an account", () => ({ query: page })),
  'GET /api/otaPackages/:deviceProfileId/:type': plain("a tenant user's with an account", ({ side }) => ({
    path: [side.profile.id, 'FIRMWARE'],
    query: page,
  })),
  'GET /api/otaPackages/:otaPackageId': plain(ofAccounts, async ({ side }) => ({
    path: [(await newPackage(side)).id.id],
  })),
}

export const libraryExamples: Examples = { ...widgetExamples, ...resourceExamples, ...packageExamples }
