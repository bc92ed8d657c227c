import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TextProvider } from '../../locale/use-text.tsx'
import { englishTexts } from '../../testing/render-page.tsx'
import { NavTree } from './nav-tree.tsx'
import { branchesOf, matchingNodes, type TreeNode } from './tree-nodes.ts'

const nodes: readonly TreeNode[] = [
  {
    id: 'a',
    label: 'Riverside Works',
    children: [
      { id: 'a1', label: 'Tank T-01' },
      { id: 'a2', label: 'Pumps', children: 'load' },
    ],
  },
  { id: 'b', label: 'Harbour' },
]

function draw(search = '', load = vi.fn(async () => [{ id: 'p', label: 'Pump P-03' }] as readonly TreeNode[])) {
  const chosen = vi.fn()
  const tree = (text: string) => (
    <TextProvider store={englishTexts()}>
      <NavTree label="Plants" nodes={nodes} value={null} onChange={chosen} load={load} search={text} />
    </TextProvider>
  )
  const { rerender } = render(tree(search))
  return { chosen, load, search: (text: string) => rerender(tree(text)) }
}

const items = () => [...document.querySelectorAll<HTMLElement>('[role=treeitem]')]
const shown = () => items().map((item) => item.textContent)
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

test('arrows open, move and close; letters jump; Enter chooses', async () => {
  const { chosen, load } = draw()
  expect(shown()).toEqual(['Riverside Works', 'Harbour'])
  items()[0]?.focus()
  press('ArrowRight')
  press('ArrowRight')
  press('p')
  await act(async () => press('ArrowRight'))
  expect(load).toHaveBeenCalledTimes(1)
  expect(shown()).toEqual(['Riverside Works', 'Tank T-01', 'Pumps', 'Pump P-03', 'Harbour'])
  press('End')
  press('Enter')
  expect(chosen.mock.lastCall?.[0].id).toBe('b')
  press('Home')
  press('ArrowLeft')
  expect(shown()).toEqual(['Riverside Works', 'Harbour'])
})

test('a branch that cannot be loaded says so', async () => {
  draw(
    '',
    vi.fn(async () => Promise.reject(new Error('offline'))),
  )
  items()[0]?.focus()
  press('ArrowRight')
  press('p')
  await act(async () => press('ArrowRight'))
  expect(screen.getByText('Couldn’t load the options.')).toBeTruthy()
})

test('a search leaves only what matches, case aside, and opens the way there', () => {
  const { search } = draw('tank')
  expect(shown()).toEqual(['Riverside Works', 'Tank T-01'])
  search('nothing')
  expect(screen.getByText('Nothing matches “nothing”.')).toBeTruthy()
  expect(matchingNodes(nodes, 'RIVER')).toEqual([nodes[0]])
  expect(matchingNodes(nodes, 'trsde')).toEqual([])
})

test('the branches of what is chosen are open from the start', () => {
  expect(branchesOf(nodes, 'a1')).toEqual(['a'])
  expect(branchesOf(nodes, 'b')).toEqual([])
})
