/** Rule node classes: their settings, links and texts. */

import type {
  ComponentDescriptor,
  ComponentSettings,
  ComponentType,
} from '@sonde/model/component-descriptors/component-descriptor'
import type { RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import type { CallOptions, Rest } from '../rest/rest.ts'

/** Rule chain type; default: `CORE`. */
export interface ComponentFilter {
  readonly ruleChainType?: RuleChainType
}

export type ComponentDescriptorCalls = ReturnType<typeof createComponentDescriptorCalls>

export function createComponentDescriptorCalls(rest: Rest) {
  return {
    /** By class name. Throws `ApiError` 404. */
    get: (clazz: string, options: CallOptions = {}) =>
      rest.request<ComponentDescriptor>('GET', `/api/component/${encodeURIComponent(clazz)}`, options),

    /** Classes of several component types. */
    list: (
      componentTypes: readonly ComponentType[],
      { ruleChainType }: ComponentFilter = {},
      options: CallOptions = {},
    ) =>
      rest.request<readonly ComponentDescriptor[]>('GET', '/api/components', {
        ...options,
        query: { componentTypes, ruleChainType },
      }),

    /** Classes of one component type. */
    ofType: (componentType: ComponentType, { ruleChainType }: ComponentFilter = {}, options: CallOptions = {}) =>
      rest.request<readonly ComponentDescriptor[]>('GET', `/api/components/${componentType}`, {
        ...options,
        query: { ruleChainType },
      }),

    /** Settings of all classes as JSON Schema. */
    settings: (options: CallOptions = {}) =>
      rest.request<readonly ComponentSettings[]>('GET', '/api/v2/components/settings', options),
  }
}
