/** Key descriptions of a tenant without any, apart from the schemas: most pages need only this. */

import type { KeyDescriptions } from './key-description.ts'

export const noKeyDescriptions: KeyDescriptions = { keys: [], profiles: [] }
