// Elements as every screen makes them: described, and then brought into the page with as little change as can be.
// A screen's own module follows in the same file.

const SVG_TAGS = new Set(["svg", "path", "g", "circle", "rect", "line", "text"]);

/** A description of an element; `key` tells siblings apart, `html` is for our own constant drawings and for what others draw into (an empty one). */
function h(tag, props, ...children) {
  const kids = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
  return { tag, props: props || {}, kids };
}

function create(tag) {
  return SVG_TAGS.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
}

/** Make the children of `parent` as described, keeping every element that is still there: focus and animations stay. */
function morph(parent, kids) {
  const names = new Map();
  const wanted = kids.map((kid, index) => {
    const text = typeof kid !== "object";
    const name = text ? `#${index}` : `${kid.tag}:${kid.props.key ?? index}`;
    names.set(name, true);
    return { kid, text, name };
  });
  const old = new Map();
  for (const node of [...parent.childNodes]) {
    if (node.bjName !== undefined && names.has(node.bjName) && !old.has(node.bjName)) old.set(node.bjName, node);
    else node.remove();
  }
  let place = parent.firstChild;
  for (const { kid, text, name } of wanted) {
    let node = old.get(name);
    if (node === undefined) {
      node = text ? document.createTextNode("") : create(kid.tag);
      node.bjName = name;
    }
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
    if (text) {
      if (node.data !== String(kid)) node.data = String(kid);
    } else update(node, kid);
  }
}

function update(node, { props, kids }) {
  const before = node.bjProps || {};
  for (const name of Object.keys(before)) {
    if (!(name in props)) setProp(node, name, null);
  }
  const late = [];
  for (const [name, value] of Object.entries(props)) {
    // a person may have changed what a field holds: those are set each time, once the options to choose from are there
    if (name === "value" || name === "checked") late.push([name, value]);
    else if (before[name] !== value) setProp(node, name, value);
  }
  node.bjProps = props;
  if (props.html === undefined) morph(node, kids);
  for (const [name, value] of late) setProp(node, name, value);
}

function setProp(node, name, value) {
  if (name === "key") return;
  if (name === "html") {
    node.innerHTML = value ?? "";
  } else if (name === "value") {
    const typing = node.tagName === "INPUT" && node.getRootNode().activeElement === node;
    if (!typing && node.value !== String(value)) node.value = String(value);
  } else if (name === "checked" || name === "open" || name === "selected") {
    if (node[name] !== Boolean(value)) node[name] = Boolean(value);
  } else if (value === null || value === undefined || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}
