/** Form of an edge: draft, validation and request body. */

import type { EdgeInfo, EdgeInput } from '@sonde/model/edges/edge'
import {
  type AssignableDraft,
  assignableFaults,
  descriptionOf,
  infoWithDescription,
  labelFault,
} from '../../assignment/assignable-input.ts'

export interface EdgeDraft extends AssignableDraft {
  readonly label: string
  /** Edge key and secret, generated once. */
  readonly routingKey: string
  readonly secret: string
}

const secretLength = 20
const secretLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** The largest multiple of the letters' number that a byte can be below: above it some letters would come more often. */
const fairBelow = 256 - (256 % secretLetters.length)

/** 20 random letters and digits. */
export function newSecret(): string {
  let secret = ''
  while (secret.length < secretLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(secretLength))) {
      if (byte < fairBelow && secret.length < secretLength) secret += secretLetters[byte % secretLetters.length]
    }
  }
  return secret
}

/** A UUID; where the page is not served securely the browser makes none by itself. */
export function newRoutingKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte))
  const text = hex.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const newEdge = (): EdgeDraft => ({
  name: '',
  type: 'default',
  label: '',
  description: '',
  routingKey: newRoutingKey(),
  secret: newSecret(),
})

export const edgeFaults = (draft: EdgeDraft) => ({
  ...assignableFaults(draft),
  label: labelFault(draft.label),
})

export const draftOf = (edge: EdgeInfo): EdgeDraft => ({
  name: edge.name,
  type: edge.type,
  label: edge.label ?? '',
  description: descriptionOf(edge),
  routingKey: edge.routingKey,
  secret: edge.secret,
})

/** Request body: the edge with the changes of the draft. */
export const inputOf = (draft: EdgeDraft, edge: EdgeInfo | null): EdgeInput => ({
  ...(edge && { id: edge.id }),
  name: draft.name.trim(),
  type: draft.type.trim(),
  label: draft.label.trim() || null,
  routingKey: draft.routingKey,
  secret: draft.secret,
  additionalInfo: infoWithDescription(edge, draft.description),
})
