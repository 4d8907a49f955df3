/** Header row of a table. Columns of buttons have names, too, for screen readers. */
export const ColumnHeads = ({ names }: { names: readonly string[] }) =>
  names.map((name) => (
    <th key={name} scope="col">
      {name}
    </th>
  ));
