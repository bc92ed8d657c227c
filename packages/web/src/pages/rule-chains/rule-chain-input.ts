/** Form of a rule chain: draft, request body and file format. */

import {
  type RuleChain,
  type RuleChainImport,
  type RuleChainInput,
  type RuleChainMetadata,
  type RuleChainType,
  ruleChainTypes,
} from '@sonde/model/rule-chains/rule-chain'
import { additionalInfoOf, infoText } from '../../entities/additional-info.ts'
import { area, type DraftOf, fieldList, line } from '../../entities/field-list.ts'
import { withoutOwnership } from '../../json-files/json-file.ts'
import type { Translate } from '../../locale/texts.ts'

export const ruleChainFields = fieldList({
  name: line({ label: 'ruleChains.name', required: 'ruleChains.nameRequired' }),
  description: area({ label: 'ruleChains.description' }),
})
export type RuleChainDraft = DraftOf<typeof ruleChainFields.declarations>

export const draftOfRuleChain = (chain: RuleChain): RuleChainDraft => ({
  name: chain.name,
  description: infoText(additionalInfoOf(chain), 'description'),
})

/** Request body; preserves additional info that the form does not show. The type of a chain never changes. */
export const wireRuleChain = (draft: RuleChainDraft, of: RuleChain | RuleChainType): RuleChainInput => ({
  ...(typeof of === 'string' ? { type: of } : { id: of.id, type: of.type, root: of.root, debugMode: of.debugMode }),
  name: draft.name.trim(),
  additionalInfo: { ...(typeof of === 'string' ? {} : additionalInfoOf(of)), description: draft.description.trim() },
})

/** Exports a rule chain with its nodes, without IDs that only exist on this server. */
export function exportedRuleChain(chain: RuleChain, metadata: RuleChainMetadata) {
  const { ruleChainId: _, nodes, ...links } = metadata
  return {
    ruleChain: { ...withoutOwnership(chain), firstRuleNodeId: null, root: false },
    metadata: {
      ...links,
      nodes: nodes.map(({ id: _id, createdTime: _time, ruleChainId: _chain, ...node }) => node),
    },
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads a rule chain from a file's content and gives it a temporary ID for the import. Throws an error with a message
 * if there is none or if it has the other type; the server checks the rest. `newId`: creates a UUID.
 */
export function importedRuleChain(
  content: unknown,
  type: RuleChainType,
  t: Translate,
  newId: () => string = () => crypto.randomUUID(),
): RuleChainImport {
  const chain = isRecord(content) ? content.ruleChain : undefined
  const metadata = isRecord(content) ? content.metadata : undefined
  if (!isRecord(chain) || typeof chain.name !== 'string' || !isRecord(metadata))
    throw new Error(t('ruleChains.noChain'))
  // Older files have no type.
  const typeOfFile = ruleChainTypes.find((one) => one === (chain.type ?? 'CORE'))
  if (typeOfFile !== type) throw new Error(t('ruleChains.wrongType', { type }))
  const id = { entityType: 'RULE_CHAIN', id: newId() } as const
  const { nodes, connections, firstNodeIndex, ruleChainConnections } = metadata
  return {
    ruleChains: [
      { id, name: chain.name, type, debugMode: chain.debugMode === true, additionalInfo: additionalInfoOf(chain) },
    ],
    metadata: [
      {
        ruleChainId: id,
        nodes,
        connections,
        firstNodeIndex,
        ruleChainConnections,
      } as RuleChainImport['metadata'][number],
    ],
  }
}
