import { expect, test } from 'vitest'
import { layOutCss } from './css-text.ts'

test('one declaration a line, four spaces a level, rules apart', () => {
  expect(
    layOutCss('.a,.b>c{color:red;background:url("a;b{}.png") no-repeat}@media (min-width:600px){.d:hover{top:0}}', 4),
  ).toBe(
    `.a,.b>c {
    color: red;
    background: url("a;b{}.png") no-repeat;
}

@media (min-width:600px) {
    .d:hover {
        top: 0;
    }
}
`,
  )
})

test('comments stay, and what is laid out stays as it is', () => {
  const text = '/* a { b } */\n.x{/* inside */\n--y : 1px ;\n}\n'
  const laidOut = layOutCss(text, 4)
  expect(laidOut).toContain('/* a { b } */')
  expect(laidOut).toContain('    --y: 1px;')
  expect(layOutCss(laidOut, 4)).toBe(laidOut)
})

test('an empty text stays empty', () => {
  expect(layOutCss('  \n', 4)).toBe('')
})
