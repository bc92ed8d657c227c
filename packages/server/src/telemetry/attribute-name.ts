import type { AttributeScope } from '@sonde/model/telemetry/values'

/** Name of an attribute in permissions. */
export const attributeName = (scope: AttributeScope, key: string): string => `${scope}/${key}`
