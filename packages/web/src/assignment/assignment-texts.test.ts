import { expect, test } from 'vitest'
import { englishTexts } from '../testing/render-page.tsx'

const { t } = englishTexts().current

test('texts name what is assigned, and how many', () => {
  const say = (kind: string, count: number) => t('assignment.assignManyTitle', { kind, count })
  expect(say('ASSET', 1)).toBe('Assign 1 asset to a customer')
  expect(say('ENTITY_VIEW', 2)).toBe('Assign 2 entity views to a customer')
  expect(t('assignment.unassignManyAction', { kind: 'RULE_CHAIN', count: 3 })).toBe('Unassign 3 rule chains')
  expect(t('assignment.publicOnes', { kind: 'DEVICE' })).toBe('Public devices')
})
