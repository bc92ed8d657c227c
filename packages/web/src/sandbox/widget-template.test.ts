import { expect, test, vi } from 'vitest'
import { openTemplate, split } from './widget-template.ts'

const pipes = {
  upper: (value: unknown) => String(value).toUpperCase(),
  pad: (value: unknown, n: unknown) => String(value).padStart(Number(n), '0'),
}

function open(html: string, scope: Record<string, unknown>) {
  const root = document.createElement('div')
  const fail = vi.fn()
  const redraw = openTemplate(root, html, scope, { pipes, fail })
  redraw()
  return { root, redraw, fail }
}

test('texts, conditions, lists and properties follow the scope', () => {
  const scope: Record<string, unknown> = { name: 'pump', on: false, list: ['a', 'b'], n: 7 }
  const { root, redraw, fail } = open(
    `<h3 title="{{ name }}!" [class.on]="on" [style.width.px]="n">{{ name | upper }} {{ n | pad:3 }} {{ missing.member }}</h3>
     <p *ngIf="on">on</p><i *ngFor="let one of list; let i = index" [hidden]="!one">{{ i }}{{ one }}{{ name }}</i>`,
    scope,
  )
  const title = root.querySelector('h3')
  expect([title?.title, title?.className, title?.textContent, title?.style.width]).toEqual([
    'pump!',
    '',
    'PUMP 007 ',
    '7px',
  ])
  expect([...root.querySelectorAll('i')].map((one) => one.textContent)).toEqual(['0apump', '1bpump'])
  expect(root.querySelector('p')).toBeNull()
  Object.assign(scope, { on: true, list: ['c'], name: 'fan' })
  redraw()
  expect([title?.className, root.querySelector('p')?.textContent]).toEqual(['on', 'on'])
  expect([...root.querySelectorAll('i')].map((one) => one.textContent)).toEqual(['0cfan'])
  expect(fail).not.toHaveBeenCalled()
})

test('events run in the scope of their element and may assign', () => {
  const scope: Record<string, unknown> = { chosen: '', list: ['a', 'b'], detectChanges: vi.fn() }
  const { root } = open(
    '<button *ngFor="let one of list" (click)="chosen = one + $event.type; other = 1">x</button>',
    scope,
  )
  root.querySelectorAll('button')[1]?.click()
  expect([scope.chosen, scope.other]).toEqual(['bclick', 1])
  expect(scope.detectChanges).toHaveBeenCalledOnce()
})

test('a broken expression is reported, and the rest is drawn', () => {
  const { root, fail } = open('<p>{{ a + }}</p><p>{{ 1 + 1 }}</p>', {})
  expect(root.textContent).toBe('2')
  expect(fail.mock.calls[0]?.[0]).toBeInstanceOf(SyntaxError)
})

test('pipes and their arguments are split outside of quotes', () => {
  expect(split('a || b | date:"HH:mm" | x', '|')).toEqual(['a || b ', ' date:"HH:mm" ', ' x'])
  expect(split('date:"HH:mm":(b ? 1 : 2):c ? d : e', ':')).toEqual(['date', '"HH:mm"', '(b ? 1 : 2)', 'c ? d : e'])
})
