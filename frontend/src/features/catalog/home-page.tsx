export function Component() {
  return <h1>Akshamala</h1>
}
