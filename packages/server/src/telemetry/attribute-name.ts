import type { AttributeScope } from '@sonde/model/telemetry/values'

/** Names an attribute of an entity where rights are given by name. */
export const attributeName = (scope: AttributeScope, key: string): string => `${scope}/${key}`
