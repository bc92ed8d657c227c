import { plainTypes } from '@sonde/model/entities/entity-kinds'
import { expect, test } from 'vitest'
import assignment from '../locale/en/assignment.json'
import { englishTexts } from '../testing/render-page.tsx'

const { t } = englishTexts().current

test('texts name what is assigned, and how many', () => {
  const say = (kind: string, count: number) => t('assignment.assignManyTitle', { kind, count })
  expect(say('ASSET', 1)).toBe('Assign 1 asset to a customer')
  expect(say('ENTITY_VIEW', 2)).toBe('Assign 2 entity views to a customer')
  expect(t('assignment.unassignManyAction', { kind: 'RULE_CHAIN', count: 3 })).toBe('Unassign 3 rule chains')
  expect(t('assignment.publicOnes', { kind: 'DEVICE' })).toBe('Public devices')
})

test('each text that differs by kind has words for every plain type', () => {
  for (const [name, text] of Object.entries(assignment)) {
    if (!text.includes('kind, select')) continue
    expect([name, plainTypes.filter((kind) => !text.includes(`${kind} {`))]).toEqual([name, []])
  }
})
